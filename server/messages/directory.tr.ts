/** Turkish texts about users and groups that a directory manages, as ICU MessageFormat. */
import type { ENGLISH_DIRECTORY } from "./directory.en.ts";

export const TURKISH_DIRECTORY: Readonly<Record<keyof typeof ENGLISH_DIRECTORY, string>> = {
  "directory.address_taken": "Bu adresi kullanan bir hesap zaten var: dizinde kayıtlı ya da başka bir şirkete ait.",
  "directory.deactivated": "Şirketinizin dizini bu hesabı kapattı. Şirketin bir yöneticisine başvurun.",
  "directory.domain":
    "{domain} şirketin doğrulanmış bir alan adı değil. Önce Clew’da Ayarlar > Çoklu oturum açma altında doğrulayın.",
  "directory.filter_value": "Filtre, bir özniteliği başka türde bir değerle karşılaştırıyor.",
  "directory.filter_wrong": "Filtre “{shown}” kısmında hatalı ya da çok uzun.",
  "directory.group_not_found": "Böyle bir grup yok.",
  "directory.group_taken": "Bu adı taşıyan başka bir grup var.",
  "directory.groups_limit":
    "Bir şirketin dizininde en çok {max} grup, kimlik sağlayıcılarında da bir o kadar grup olabilir.",
  "directory.last_admin": "Bu, şirketin son yöneticisi. Önce Clew’da başka birini yönetici yapın.",
  "directory.last_password_admin":
    "Parolayla oturum açabilen tek yönetici bu. Önce Clew’da Ayarlar > Çoklu oturum açma altında bir başkasını belirleyin.",
  "directory.managed": "Bu kişiyi şirketinizin dizini yönetiyor. Değişikliği orada yapın.",
  "directory.mapping_not_found": "Grup için böyle bir kural yok.",
  "directory.member_managed":
    "{name} bu rolü şirketinizin dizinindeki ya da kimlik sağlayıcısındaki bir gruptan alıyor. Orada grubu ya da Ayarlar > Dizin altında grubun rolünü değiştirin.",
  "directory.member_unknown": "Dizinde {id} kimliğine sahip bir kullanıcı yok. Önce kullanıcıyı gönderin.",
  "directory.members_limit": "Bir grupta en çok {max} üye olabilir.",
  "directory.nested_group": "Bir grup başka bir grubun üyesi olamaz. İçteki grubun kişilerini doğrudan atayın.",
  "directory.not_found": "Böyle bir kaynak yok.",
  "directory.not_object": "Burada bir JSON nesnesi bekleniyor.",
  "directory.parameter": "{name} parametresi hatalı.",
  "directory.patch_empty": "Bir PATCH en az bir işlem içermelidir.",
  "directory.patch_limit": "Bir PATCH bu işlemlerden en çok {max} tane içerebilir.",
  "directory.patch_op": "İşlem add, replace ya da remove olmalıdır.",
  "directory.patch_schema": "Bir PATCH, urn:ietf:params:scim:api:messages:2.0:PatchOp şemasını belirtmelidir.",
  "directory.search_schema": "Bir arama, urn:ietf:params:scim:api:messages:2.0:SearchRequest şemasını belirtmelidir.",
  "directory.patch_target": "Bir şeyi kaldırmak için yolunu belirtin.",
  "directory.path_wrong": "Yol “{shown}” kısmında hatalı ya da çok uzun.",
  "directory.provider_without_groups":
    "Bu kimlik sağlayıcı grup bildirmiyor. Önce Ayarlar > Çoklu oturum açma altında grupların talebini ya da özniteliğini girin.",
  "directory.read_only": "{attribute} değiştirilemez.",
  "directory.required": "{attribute} boş olamaz.",
  "directory.token_expired":
    "Bu SCIM jetonunun süresi doldu. Clew’da Ayarlar > Dizin altında yeni bir jeton oluşturun.",
  "directory.token_wrong":
    "Clew’da Ayarlar > Dizin altındaki bir SCIM jetonunu Authorization: Bearer ile gönderin. Gelen jeton eksik, hatalı ya da iptal edilmiş.",
  "directory.unsupported":
    "Bu sunucu SCIM’in bu çağrısını desteklemiyor; neleri desteklediği ServiceProviderConfig’de yazar.",
  "directory.user_name": "userName, kişinin e-posta adresi olmalıdır.",
  "directory.version": "Kaynak bu arada değiştirildi. Yeniden okuyun.",
  "directory.wrong_type": "{attribute} değerinin türü şemadakinden farklı.",
};
